/** A JSON object whose members nobody has looked at yet. */
export type JsonObject = Record<string, unknown>;

/** A person (`firstName` + `lastName`) or an institution (`name`). */
export interface Creator {
  creatorType: string;
  firstName?: string;
  lastName?: string;
  name?: string;
}

/** A tag on an item; `type` 1 means set automatically. */
export interface Tag {
  tag: string;
  type?: number;
}

/** The text Zotero has indexed for an attachment. */
export interface IndexedText {
  content: string;
  pages: number;
  version: number;
}

/** One item of the library: what every view of it (local, web, citation) is made from. */
export interface Item {
  key: string;
  version: number;
  itemType: string;
  parentItem?: string;
  /** Schema fields that are set, plus the special members of notes and attachments. */
  fields: Record<string, string | number | null>;
  creators: Creator[];
  tags: Tag[];
  collections: string[];
  relations: JsonObject;
  deleted: boolean;
  dateAdded: string;
  dateModified: string;
  text?: IndexedText;
}

/** A collection; `parent` is the key of the one it sits in. */
export interface Collection {
  key: string;
  version: number;
  name: string;
  parent: string | false;
}

/** A saved search. The double knows one condition: a tag. */
export interface SavedSearch {
  key: string;
  version: number;
  name: string;
  tag: string;
}

/** Tells whether a parsed JSON value is an object (not an array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether a string has the shape of a Zotero object key. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[23456789ABCDEFGHIJKLMNPQRSTUVWXZ]{8}$/.test(value);
}

/** The name of a creator as the search index and the sorter see it. */
export function fullName(creator: Creator): string {
  return creator.name ?? `${creator.firstName ?? ''} ${creator.lastName ?? ''}`.trim();
}

/** The name by which a creator is cited and sorted. */
export function lastName(creator: Creator): string {
  return creator.name ?? creator.lastName ?? '';
}

/** The title an item is listed under; parts of the schema call it by another name. */
export function title(item: Item): string {
  return String(item.fields['title'] ?? item.fields['caseName'] ?? item.fields['subject'] ?? '');
}

/** The four digits of the date, if it has any. */
export function year(item: Item): string {
  return /\d{4}/.exec(String(item.fields['date'] ?? ''))?.[0] ?? '';
}

/** Neither a note nor an attachment nor an annotation: something that can be cited. */
export function isRegular(item: Item): boolean {
  return item.itemType !== 'note' && item.itemType !== 'attachment' && item.itemType !== 'annotation';
}
