/** A forge in a process of its own: a hosting service for repositories, as GitHub's REST API and its relatives speak. */
import { createServer } from 'node:http';
import { startForge } from './server.ts';

const forge = startForge();
const server = createServer((request, response) => void forge(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [mark = ''] = line.split(' ');
    process.stdout.write(`${JSON.stringify({ mark })}\n`);
    process.stderr.write(`MARK ${mark}\n`);
  }
});
process.stdin.on('end', () => {
  server.closeAllConnections();
  server.close();
});
