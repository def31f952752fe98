/**
 * Flags for Node: it looks for no symbolic link at each of the hundreds of modules that it loads, a tenth of what a start of
 * server or mock costs.
 */
export const withoutLinks = ['--preserve-symlinks', '--preserve-symlinks-main'];
