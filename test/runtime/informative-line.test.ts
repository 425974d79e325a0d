/** Of what a program has printed before it ended, the line that says why. */
import { expect, test } from 'vitest';
import { informativeLine } from '../../runtime/upstream/connect.ts';

const NODE = `file:///srv/dist/index.js:5
    throw new Error('TRACKER_TOKEN is not set');
          ^

Error: TRACKER_TOKEN is not set
    at file:///srv/dist/index.js:5:11
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25) {
  code: 'ERR_X'
}

Node.js v20.20.2`;

const MODULE = `node:internal/modules/esm/resolve:873
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left' imported from /srv/index.js
    at packageResolve (node:internal/modules/esm/resolve:873:9)

Node.js v20.20.2`;

const PYTHON = `Traceback (most recent call last):
  File "/srv/main.py", line 3, in <module>
    import left
ModuleNotFoundError: No module named 'left'`;

test.each([
  [NODE, 'Error: TRACKER_TOKEN is not set'],
  [MODULE, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left' imported from /srv/index.js"],
  [PYTHON, "ModuleNotFoundError: No module named 'left'"],
  ['usage: tracker <folder>\nfolder is required', 'folder is required'],
  ['starting …\nbye', 'bye'],
  ['    at x\n}', ''],
  ['', ''],
])('%j', (text, line) => {
  expect(informativeLine(text.split('\n'))).toBe(line);
});
