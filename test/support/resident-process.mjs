// Runs the built command line for one call after another: each with its folder, its environment and its own two streams.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { main } from '../../compiler/bin/load.js';
import { captureStream } from '../../scripts/captured-stream.mjs';

const START = process.cwd();
/** Where shells find this process. */
const [, , PLACE] = process.argv;
/** The call before. */
let last = Promise.resolve();

// Of the test that started this process.
process.on('message', async (call) => {
  const written = await inTurn(call);
  const [stdout, stderr] = [1, 2].map((fd) => written.chunks.map(([of, chunk]) => (of === fd ? chunk : '')).join(''));
  process.send({ code: written.code, stdout, stderr, place: PLACE, memory: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());

// Of shells that the test runs.
createServer({ allowHalfOpen: true }, (socket) => {
  let asked = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => (asked += chunk));
  socket.on('end', async () => socket.end(JSON.stringify(await inTurn(JSON.parse(asked)))));
  socket.on('error', () => socket.destroy());
}).listen(PLACE);
process.on('exit', () => rmSync(PLACE, { force: true }));

function inTurn(call) {
  last = last.then(() => run(call));
  return last;
}

async function run({ cwd, args, env }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const chunks = [];
  captureStream('stdout', 1, (chunk) => chunks.push([1, chunk.toString()]));
  captureStream('stderr', 2, (chunk) => chunks.push([2, chunk.toString()]));
  process.removeAllListeners('uncaughtException');
  const failed = new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      chunks.push([2, `${error.stack}\n`]);
      resolve(1);
    });
  });
  const code = await Promise.race([main(args), failed]);
  // Windows removes no folder that a process is in.
  process.chdir(START);
  return { code, chunks };
}
