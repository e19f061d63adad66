# refuse.sh START PART END WORD...: fills LARGE with 60 MB, START, many times PART, and END; then runs the command with
# ten times as much memory.
{
    printf '%s' "$1"
    yes "$2" | tr -d '\n' | head -c $((60000000 / ${#2} * ${#2}))
    printf '%s' "$3"
} > LARGE
shift 3
ulimit -v 585937
exec near-ed25519 "$@"
