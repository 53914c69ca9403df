import { EXPORT_SECTIONS, type ExportSection } from './owner-export.ts';

type ReadSection = (section: ExportSection) => AsyncIterable<object>;

/** One JSON document in pieces: an entry a line, so that no part of it has to fit into memory. Shape: docs/reference/export.md. */
export async function* exportDocument(readSection: ReadSection): AsyncGenerator<string> {
  yield `{"format":"lectern-export","version":1,"exported_at":"${new Date().toISOString()}"`;
  for (const section of EXPORT_SECTIONS) {
    yield `,\n"${section}":[`;
    let before = '\n';
    for await (const entry of readSection(section)) {
      yield before + JSON.stringify(entry);
      before = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
