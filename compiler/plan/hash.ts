/** Hashes of texts and files: sha-256, independent of a platform (@noble/hashes, ADR 0006). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** 16 hex digits (64 bits): enough to distinguish versions of one text, short enough to read in a review. */
export function textHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 8));
}

/** 64 hex digits. */
export function fileHash(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
