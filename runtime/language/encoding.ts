/** Bytes as text and back (RFC 4648). */
import { type Json, type JsonObject, isJsonObject } from './json.ts';

/** In UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** For tokens: without padding. */
export function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of Base64 in either alphabet. Throws for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same; undefined for anything else. */
export function tryBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}

/** The JSON object in Base64 of its UTF-8; undefined where it is none. */
export function objectInBase64(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(text)));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
