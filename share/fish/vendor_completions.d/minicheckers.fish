# Completions of minicheckers for fish; written by: minicheckers completions fish
function __minicheckers
    set -l words (commandline -opc) (commandline -ct)
    minicheckers completions fish $words[2..] 2>/dev/null
    or __fish_complete_path $words[-1]
end
complete -c minicheckers -f -a '(__minicheckers)'
