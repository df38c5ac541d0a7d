# Completes command lines of NAME in fish.
function FUNCTION
    set -l words (commandline --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor)
    set -l answer ($words[1] COMPLETE $words[2..-1] 2>/dev/null)
    or return
    if test (count $answer) -eq 1 -a "$answer[-1]" = ":0"
        # fish completes the path after the = of a flag, too.
        __fish_complete_path (string replace --regex '^--[^=]*=' '' -- $words[-1])
    else
        printf '%s\n' $answer[1..-2]
    end
end
complete --command NAME --erase
complete --command NAME --no-files --arguments '(FUNCTION)'
