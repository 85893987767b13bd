_sgg() {
    # Bash takes words apart at `=` and `:`; what of the word stands before its last part stays as it is.
    local words=() part parted=1 head= typed= reply
    local i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        part=${COMP_WORDS[i]}
        typed=
        if [[ $part != [=:]* ]] && ((i == COMP_CWORD)); then
            # As it is meant, without the backslashes and the quote that the shell has not taken away yet.
            part=${2//\\/}
            part=${part#[\"\']}
            typed=$part
        fi
        if ((i > 0)) && [[ ${COMP_WORDS[i]} == [=:]* || $parted == 0 ]]; then
            head=${words[${#words[@]} - 1]}
            words[${#words[@]} - 1]+=$part
        else
            head=
            words+=("$part")
        fi
        [[ ${COMP_WORDS[i]} == [=:]* ]]
        parted=$?
    done
    [[ -z $typed && $part == [=:]* ]] && head+=$part
    COMPREPLY=()
    while IFS= read -r reply || [[ -n $reply ]]; do
        COMPREPLY+=("${reply#"$head"}")
    done < <(_CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) SGG_COMPLETE=bash \
        sgg -- "${words[@]}" 2> /dev/null)
    # The name of a file is quoted where it must be.
    if [[ -e ${COMPREPLY-} ]] && compopt -o filenames 2> /dev/null; then
        COMPREPLY=("${COMPREPLY[@]%/}")
    elif [[ ${COMPREPLY-} == *[/=] ]]; then
        compopt -o nospace 2> /dev/null
    fi
    return 0
}
complete -o nosort -F _sgg sgg 2> /dev/null || complete -F _sgg sgg
