// Loaded with --import: what is written to a file of a login finds a full disk.
import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:fs/promises';

const { open } = promises;
promises.open = async (path, ...more) => {
  const handle = await open(path, ...more);
  if (String(path).endsWith('.part'))
    handle.writeFile = () =>
      Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
  return handle;
};
syncBuiltinESMExports();
