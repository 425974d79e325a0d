/** The browser of the user, and the address of this machine to which a login leads back. */
import { spawn } from 'node:child_process';
import { type Server, createServer } from 'node:http';
import { Failure } from '../command-line/failure.ts';
import { listenLocally } from '../local-server.ts';

/** Milliseconds that a user has for a login. */
const PATIENCE = 300_000;

const PATH = '/callback';

/** Waits for the answer of one login. Listens on a free port where `port` is 0. Undefined where another program has it. */
export async function openRedirect(port: number) {
  const web = createServer();
  const own = await listenLocally(web, port).catch(() => undefined);
  if (own === undefined) return undefined;
  return {
    address: `http://127.0.0.1:${own}${PATH}`,
    /** The parameters of the answer with this `state`. @throws Failure where none comes. */
    answer: (state: string) => firstAnswer(web, state),
    close: (): void => {
      web.close();
      web.closeAllConnections();
    },
  };
}

/** Requests of others, which do not know the state, are not the answer. */
function firstAnswer(web: Server, state: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Failure('There was no login within 5 minutes.', 'Run the command again.')),
      PATIENCE,
    );
    web.on('request', (request, response) => {
      // The target of a request can be any text, and need not be part of a URL.
      const [pathname, query = ''] = (request.url ?? '').split('?');
      const searchParams = new URLSearchParams(query);
      const isAnswer = request.method === 'GET' && pathname === PATH && searchParams.get('state') === state;
      response.writeHead(isAnswer ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(isAnswer ? 'The login is in the terminal now. You can close this page.\n' : 'Not found.\n');
      if (!isAnswer) return;
      clearTimeout(late);
      response.once('close', () => resolve(searchParams));
    });
  });
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  // Not through a shell, which would read the address as a command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser; where there is none, the user opens what is printed. */
export function openBrowser(address: string): void {
  const [program = '', ...args] = process.env['BROWSER']
    ? [process.env['BROWSER']]
    : (OPENERS[process.platform] ?? ['xdg-open']);
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
