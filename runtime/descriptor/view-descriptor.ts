/** The part of a result that a view shows, and how: what the compiler writes into its page. */

/** The views of a server: one page, and what each of them writes into its gaps. */
export interface ViewTable {
  /** HTML before the title, between title and view, and after the view; empty where no view uses it. */
  readonly page: readonly string[];
  readonly of: readonly ViewDescriptor[];
}

export interface ViewDescriptor {
  readonly uri: string;
  /** The tool. */
  readonly name: string;
  readonly title: string;
  /** A page of its own, or what the common one is told. */
  readonly view: ViewConfig | string;
}

/** JSON in the page. */
export interface ViewConfig {
  readonly kind: 'table' | 'cards' | 'facts' | 'chart' | 'image' | 'diff' | 'json' | 'form';
  /** The property of the result that has the list, the base64 or the diff; the result itself where absent. */
  readonly of?: string;
  /** Properties of an item, in order. */
  readonly columns?: readonly string[];
  /** The property with the address of an item. */
  readonly link?: string;
  /** The property that names an item. */
  readonly title?: string;
  readonly chart?: 'bar' | 'line' | 'scatter';
  readonly x?: string;
  readonly y?: string;
  /** Media type of `of`. */
  readonly type?: string;
  readonly form?: FormConfig;
}

/** The tool that a form calls. */
export interface FormConfig {
  readonly tool: string;
  readonly button: string;
  readonly fields: Readonly<Record<string, FieldConfig>>;
  readonly required: readonly string[];
}

/** The part of a schema that a field shows. */
export interface FieldConfig {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly items?: { readonly type?: string };
}
