/** Where requests go, and who could read them on the way. */
import { parseTemplate } from '@haft/runtime/language';

const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[0*(?::0*)*:0*1\])$/i;

/** The target of a base_url with the fallbacks of its variables: what may be sent there. */
type Origin = 'https' | 'loopback' | 'open to all' | 'unknown' | 'no URL';

/** `unknown`: only the environment says. */
export function originOf(baseUrl: string): Origin {
  const template = parseTemplate(baseUrl);
  if (template.problem) return 'unknown';
  const [first] = template.parts;
  if (typeof first === 'object' && first.fallback === undefined) return 'unknown';
  const filled = template.parts.map((part) => (typeof part === 'string' ? part : (part.fallback ?? '\0'))).join('');
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(filled) ?? [];
  const host = authority.replace(/^.*@/, '').replace(/:[\d\0]*$/, '');
  if (host === '' || /[\s"'<>\\^`{|}]/.test(host)) return 'no URL';
  if (scheme.toLowerCase() === 'https') return 'https';
  return LOOPBACK.test(host) ? 'loopback' : 'open to all';
}
