/** An address without the credentials in its query. */
import { isSecretParameter } from '@haft/runtime/language';

/** Parameters that carry credentials by their names are masked. */
export function maskedUrl(url: string): string {
  const [place = '', ...query] = url.split(/[?&]/);
  const pairs = query.map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return isSecretParameter(name) ? `${name}=[redacted]` : pair;
  });
  return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`;
}
