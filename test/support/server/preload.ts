/** For the environment of a server: every process of it loads this code first. It may act differently in workers. */
export const preload = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
});

/** Workers that stop as a server of node:http does: without a word to clients whose next request is on its way. */
export const closesLikeNode = preload(`
  import cluster from 'node:cluster';
  import http from 'node:http';
  import net from 'node:net';
  if (cluster.isWorker) {
    const { close } = net.Server.prototype;
    net.Server.prototype.close = function (done) {
      this.closeIdleConnections?.();
      return close.call(this, done);
    };
    Object.defineProperty(http.OutgoingMessage.prototype, 'shouldKeepAlive', { get: () => true, set() {} });
  }`);
