// Imported before a server: tells on standard error when one of its threads begins and when it has ended.
import { subscribe } from 'node:diagnostics_channel';

subscribe('worker_threads', ({ worker }) => {
  process.stderr.write('[thread began]\n');
  worker.once('exit', () => process.stderr.write('[thread ended]\n'));
});
