# Completes command lines of NAME in bash.
FUNCTION() {
  local line="${COMP_LINE:0:COMP_POINT}" answer directive word
  local -a words
  # Not COMP_WORDS, which are split at = and : as well.
  read -r -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  local last="${words[${#words[@]}-1]}"
  COMPREPLY=()
  answer=$("${words[0]}" __completeNoDesc "${words[@]:1}" 2> /dev/null) || return
  directive="${answer##*:}"
  while read -r word; do
    # bash replaces the part after the last = or :.
    [[ $word == :* ]] || COMPREPLY+=("${word#"${last%"${COMP_WORDS[COMP_CWORD]}"}"}")
  done <<< "$answer"
  if [[ ${#COMPREPLY[@]} -eq 0 && $directive == 0 ]]; then
    compopt -o default
  fi
}
complete -F FUNCTION NAME
