# For a script that runs long steps as root, by `. contained.sh`:
#
#     contained COMMAND...
#
# The command has its own mounts and processes. They end with it, and with the script, even if the script is killed.
contained() {
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc "$@" &
    # A shell answers a signal at once only while it waits for a process in the background.
    trap 'pkill -KILL --parent $!; wait; exit 143' HUP INT TERM
    wait $!
}
