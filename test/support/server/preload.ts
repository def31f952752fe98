/** For the environment of a server: every process of it loads this code first. It may act differently in workers. */
export const preload = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
});
