import { EXPORT_SECTIONS, type ExportSection } from './owner-export.ts';

type ReadSection = (section: ExportSection) => AsyncIterable<object>;

/**
 * Yields one JSON document in pieces, one entry per line, so that it never has to fit into memory. For its shape see
 * docs/reference/export.md.
 */
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
