/**
 * A statement that a connection parses and plans once, by a name of its own, with the rows that it answers. Its text names
 * its columns: PostgreSQL refuses to go on with one whose `*` has become something else.
 */
export type Prepared<Row extends object> = { readonly name: string; readonly text: string; readonly row?: Row }
