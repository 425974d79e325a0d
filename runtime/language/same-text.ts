/** Equality of secrets. */

/** Equality in a time that depends only on the length; what `timingSafeEqual` is where there is no `node:crypto`. */
export function sameText(text: string, secret: string): boolean {
  let different = text.length ^ secret.length;
  for (let at = 0; at < text.length; at += 1) different |= text.charCodeAt(at) ^ secret.charCodeAt(at % secret.length);
  return different === 0;
}
