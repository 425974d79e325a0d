/** The address of a curl command: its origin, its path as curl sends it, and the parts of its query. */
import { splitOnce } from './request-builder.ts';
import type { CurlRequest } from './options.ts';
import { type CurlProblem, problem } from './problem.ts';

interface Address {
  readonly base: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly login?: string;
}

export function addressOf({ url, keepsPath }: CurlRequest): Address | CurlProblem {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('\uE000') ? url : `https://${url}`;
  const [, scheme = '', login, host, rest = ''] =
    /^(?:(https?):\/\/)?(?:([^/@?#]*)@)?([^/?#]+)([^#]*)/i.exec(whole) ?? [];
  if (host === undefined || (scheme === '' && !host.startsWith('\uE000'))) {
    return problem('The address of the command is not an http or https URL.', 'Write it as https://host/path.');
  }
  const [written = '', query = ''] = splitOnce(rest, '?');
  const path = keepsPath || written === '' ? written : withoutDots(written);
  if (hasDots(path))
    return problem(
      'The path of the URL has a "." or ".." step, which a tool never sends.',
      'Write the path without such steps, and leave --path-as-is out.',
    );
  return {
    base: scheme === '' ? host : `${scheme.toLowerCase()}://${host}`,
    path: path === '' ? '/' : path,
    query: query.split('&'),
    ...(login !== undefined && { login }),
  };
}

/** RFC 3986 §5.2.4, as curl does it before it sends a path. */
function withoutDots(path: string): string {
  const written = path.split('/').slice(1);
  const steps: string[] = [];
  for (const step of written) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  const endsInFolder = /^\.{1,2}$/.test(written.at(-1) ?? '');
  return `/${[...steps, ...(endsInFolder ? [''] : [])].join('/')}`;
}

/** Also where they are percent-encoded, which the runtime rejects in every call. */
function hasDots(path: string): boolean {
  const decoded = path.replaceAll(/%(?:25)*2e/gi, '.').replaceAll(/%(?:25)*(?:2f|5c)/gi, '/');
  return /(?:^|[/\\])\s*\.{1,2}\s*(?:[;/\\]|$)/.test(decoded);
}
