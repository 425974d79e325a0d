// Runs the built command line for one call after another: each with its folder, its environment and its own two streams.
import { main } from '../../compiler/dist/command-line/main.js';
import { captureStream } from '../../scripts/captured-stream.mjs';

const START = process.cwd();

process.on('message', async ({ cwd, args, env }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const [stdout, stderr] = [captureStream('stdout', 1), captureStream('stderr', 2)];
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => {
    answer(1, stdout(), `${stderr()}${error.stack}\n`);
  });
  const code = await main(args);
  answer(code, stdout(), stderr());
});
process.on('disconnect', () => process.exit());

function answer(code, stdout, stderr) {
  // Windows removes no folder that a process is in.
  process.chdir(START);
  process.send({ code, stdout, stderr, memory: process.memoryUsage.rss() });
}
