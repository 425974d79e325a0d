/**
 * A small load balancer: round robin over the backends whose readiness check succeeds, and one connection to a backend for each
 * of its own clients. Lines on standard input, `+port` and `-port`, add and remove backends; it prints its own port first, and
 * then the ports in rotation whenever they change.
 */
import { Agent, createServer, request } from 'node:http';
import { createInterface } from 'node:readline';

const CHECK_MS = 25;
const agent = new Agent({ keepAlive: true });
const backends = new Map();
let turn = 0;
let rotation = '';

function announce() {
  const ready = [...backends].flatMap(([port, isReady]) => (isReady ? [port] : []));
  if (rotation !== ready.join()) console.log((rotation = ready.join()) || 'none');
}

function check(port) {
  if (!backends.has(port)) return;
  const seen = (isReady) => {
    if (!backends.has(port)) return;
    backends.set(port, isReady);
    announce();
    setTimeout(check, CHECK_MS, port);
  };
  request({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (response) => {
    response.resume().on('end', () => seen(response.statusCode === 200));
  })
    .on('error', () => seen(false))
    .end();
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const port = Number(line.slice(1));
  if (line.startsWith('+')) {
    backends.set(port, false);
    check(port);
  } else backends.delete(port);
  announce();
});

function next() {
  const ready = [...backends].filter(([, isReady]) => isReady);
  turn += 1;
  return ready[turn % ready.length]?.[0];
}

const web = createServer((given, response) => {
  const port = next();
  if (port === undefined) return void response.writeHead(503).end('no backend');
  const headers = { ...given.headers, 'x-forwarded-for': `198.51.100.${given.headers['x-client'] ?? 1}` };
  delete headers.connection;
  const { method, url: path } = given;
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] ?? 'text/plain' });
    answer.pipe(response);
  });
  sent.on('error', ({ code }) => (response.headersSent ? response.destroy() : response.writeHead(502).end(code)));
  given.pipe(sent);
});
web.listen(0, '127.0.0.1', () => console.log(web.address().port));
