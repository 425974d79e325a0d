// Imported before a server: tells on standard error when one of its threads begins and when it has ended; ends it at
// once where KILL_THREADS is set, as a crash would.
import { subscribe } from 'node:diagnostics_channel';

subscribe('worker_threads', ({ worker }) => {
  process.stderr.write('[thread began]\n');
  if (process.env['KILL_THREADS']) void worker.terminate();
  worker.once('exit', () => process.stderr.write('[thread ended]\n'));
});
