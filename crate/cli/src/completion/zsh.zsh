#compdef NAME
# Completes command lines of NAME in zsh.
FUNCTION() {
  local -a answer choices
  local line
  answer=("${(@f)$("${words[1]}" COMPLETE "${(@)words[2,CURRENT]}" 2> /dev/null)}")
  for line in "${(@)answer[1,-2]}"; do
    # _describe has a colon between word and description.
    local word="${line%%$'\t'*}"
    choices+=("${word//:/\\:}${${line#"$word"}/$'\t'/:}")
  done
  if (( $#choices )); then
    _describe 'completion' choices
  elif [[ ${answer[-1]} == :0 ]]; then
    # The value in `--flag=value`.
    compset -P '--*='
    _files
  fi
}
if [[ $funcstack[1] == _NAME ]]; then
  FUNCTION "$@"
else
  compdef FUNCTION NAME
fi
