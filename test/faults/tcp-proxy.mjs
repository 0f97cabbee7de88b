import { connect, createServer } from 'node:net';

/** A way to a server that can be cut, or made slow. */
export async function startTcpProxy(host, port) {
  const pairs = new Set();
  let delayMs = 0;
  const server = createServer((client) => {
    const upstream = connect(port, host);
    const pair = [client, upstream];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    const pass = (from, to) => {
      from.on('data', (data) => (delayMs === 0 ? to.write(data) : setTimeout(() => to.write(data), delayMs)));
      for (const event of ['close', 'error']) from.on(event, end);
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    port: server.address().port,
    cut,
    slow: (ms) => (delayMs = ms),
    stop: () => {
      cut();
      server.close();
    },
  };
}
