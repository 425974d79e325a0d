/** A web server on this machine alone. */
import type { Server } from 'node:http';

/** Its port; any where it is 0. @throws NodeJS.ErrnoException where another program has it. */
export async function listenLocally(server: Server, wanted = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
