"""Turn a wheel into one file that needs only Python to run.

python tools/single_file.py WHEEL minicheckers.pyz
python minicheckers.pyz --level hard --first you
"""

import argparse
import io
import zipapp
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

MAIN = """\
import sys

if sys.version_info < (3, 11):
    sys.exit("minicheckers needs Python 3.11 or later")
from minicheckers.__main__ import main

sys.exit(main())
"""


def make(wheel: Path, program: Path) -> None:
    """Pack what a wheel would install for Python; the same wheel gives the same bytes."""
    archive = io.BytesIO()
    with ZipFile(wheel) as source, ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for entry in source.infolist():
            if ".data/" not in entry.filename:  # for a prefix, which a single file does not have
                packed.writestr(entry, source.read(entry))
        packed.writestr(ZipInfo("__main__.py", (2020, 2, 2, 0, 0, 0)), MAIN)
    archive.seek(0)
    zipapp.create_archive(archive, str(program), interpreter="/usr/bin/env python3")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path, metavar="WHEEL", help="what pip wheel made")
    parser.add_argument("program", type=Path, metavar="PROGRAM", help="the file to write")
    arguments = parser.parse_args()
    try:
        make(arguments.wheel, arguments.program)
    except (OSError, BadZipFile) as error:
        parser.error(str(error))
