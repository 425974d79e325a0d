/** The target of a base_url with the fallbacks of its variables: what may be sent there. */
import { parseTemplate } from '@haft/runtime/language';

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

/** Whether variables or only a user precede the host; a user with a plain password is a literal secret. */
export function hasLogin(baseUrl: string): boolean {
  const { parts, problem } = parseTemplate(baseUrl);
  if (problem) return false;
  const texts = parts.map((part) => (typeof part === 'string' ? part : (part.fallback ?? '\0')));
  const isLiteral = texts.some((text) => /^[a-z+]+:\/\/[^\s/@:]+:[^\s/@]+@/i.test(text));
  return !isLiteral && /^https?:\/\/[^/?#]*@/i.test(texts.join(''));
}

const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[0*(?::0*)*:0*1\])$/i;
