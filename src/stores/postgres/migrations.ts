// The tables of a shared database, as numbered steps. A step that was released is never changed; none of them drops what people keep.

/** One step. */
export interface Migration {
  readonly number: number
  readonly title: string
  readonly sql: string
}

/** All steps, in their order. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1, title: 'the catalogue: sources, resources, changes',
    // Names and ids are written as JSON writes them, so that any text fits; bodies are json, not jsonb, because jsonb refuses some texts and forgets the order of keys.
    sql: `
      create table fovea.sources (
        project text not null, name text collate "C" not null, spec json not null, scanned text, resources integer not null default 0, failure json, snapshot text,
        primary key (project, name)
      );
      create table fovea.resources (
        project text not null, source text collate "C" not null, id text collate "C" not null, body json not null,
        primary key (project, source, id), foreign key (project, source) references fovea.sources (project, name) on delete cascade
      );
      create table fovea.changes (
        project text not null, seq bigint generated always as identity, source text collate "C" not null, body json not null,
        primary key (project, seq), foreign key (project, source) references fovea.sources (project, name) on delete cascade
      );
      create index changes_of_source on fovea.changes (project, source);`,
  },
  {
    number: 2, title: 'documents: what was learned, and sessions',
    sql: `
      create table fovea.documents (
        project text not null, folder text not null, name text collate "C" not null, body json not null, updated timestamptz not null default now(),
        primary key (project, folder, name)
      );`,
  },
]
