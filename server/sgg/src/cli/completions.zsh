#compdef sgg
_sgg() {
    local -a whole begun
    local line
    for line in "${(@f)$(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) SGG_COMPLETE=zsh \
        sgg -- "${(@Q)words}" 2> /dev/null)}"; do
        case ${line%%:*} in
            '') ;;
            # More of the word is to come.
            *[/=]) begun+=("$line") ;;
            *) whole+=("$line") ;;
        esac
    done
    (($#whole)) && _describe -V sgg whole
    (($#begun)) && _describe -V sgg begun -S ''
}
if [[ $funcstack[1] == _sgg ]]; then
    _sgg "$@"
else
    compdef _sgg sgg
fi
