// The command `haft` of a shell: asks the process that stays; what goes on until it is ended, or gives its streams to others, has a process of its own.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const { HAFT_RESIDENT: place, ...env } = process.env;
const args = process.argv.slice(2);

if (['call', 'dev', 'try', 'watch'].includes(args[0])) await import('../../compiler/bin/haft.js');
else {
  const socket = connect(place);
  socket.end(JSON.stringify({ cwd: process.cwd(), args, env }));
  const { code, chunks } = JSON.parse(await text(socket));
  for (const [fd, chunk] of chunks) (fd === 1 ? process.stdout : process.stderr).write(chunk);
  process.exitCode = code;
}
