# refuse.sh START PART END WORD...: runs the command with 60 MB in LARGE, a beginning, a repeated part, and an end, and
# with memory of ten times as much.
{
    printf '%s' "$1"
    yes "$2" | tr -d '\n' | head -c $((60000000 / ${#2} * ${#2}))
    printf '%s' "$3"
} > LARGE
shift 3
ulimit -v 585937
exec near-ed25519 "$@"
