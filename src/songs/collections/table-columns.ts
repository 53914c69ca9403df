import { DELIMITERS, foldColumn } from '../../import-files/read-table.ts';

/** Names of columns in English, German, Portuguese and Spanish, as `foldColumn` writes them. */
const COLUMNS = {
  title:
    'title,name,song,songtitle,songname,titel,lied,liedtitel,liedname,titulo,titulodamusica,musica,nome,nomedamusica,louvor,hino,cancion,canto,titulodelacancion,nombre,item,punkt,programmpunkt,elemento',
  lyrics:
    'lyrics,lyric,text,words,songtext,liedtext,letra,letras,texto,letradamusica,letradelacancion,arrangement1chordchart,chordchart',
  arrangements: 'arrangement2chordchart',
  author:
    'author,authors,writer,writers,songwriter,songwriters,autor,autoren,verfasser,dichter,textdichter,autores,letrista,wordsby,artist,artista,kunstler,interpret',
  composer: 'composer,composers,komponist,melodie,musik,compositor,compositores,music',
  copyright: 'copyright,copyrights,copyrightnotice,rights,rechte,direitos,direitosautorais,derechos,derechosdeautor',
  ccli: 'ccli,cclinumber,cclino,cclinr,ccli#,cclisongnumber,cclisong,cclisongno,cclisong#,cclinummer,cclisongnummer,cclilied,cclilied#,ccliliednummer,ccliliednr,cclinumero,numeroccli',
  songbook:
    'songbook,book,hymnal,hymnbook,liederbuch,gesangbuch,buch,hinario,livro,himnario,cancionero,libro,collection',
  number:
    'number,no,nr,num,#,songnumber,hymnnumber,nummer,liednummer,numero,numerodohino,numerodelhimno,songbooknumber',
  order:
    'order,verseorder,sequence,songorder,reihenfolge,strophenfolge,ordem,ordemdasestrofes,sequencia,orden,ordendeestrofas,secuencia',
  language: 'language,languagetag,lang,sprache,idioma,lingua,lengua',
  key: 'key,tonart,tom,tonalidade,tono,tonalidad,arrangement1keys,arrangement1chordchartkey',
  tempo: 'tempo,bpm,arrangement1bpm,takt,compasso,compas',
  themes:
    'theme,themes,tags,topic,topics,themen,stichworte,schlagworte,tema,temas,category,categories,kategorie,categoria',
  passage:
    'passage,scripture,reference,bible,bibelstelle,bibeltext,bibel,passagem,referencia,biblia,textobiblico,pasaje,cita',
  minutes: 'minutes,length,duration,minuten,dauer,lange,duracao,minutos,duracion,tempoemminutos',
  person:
    'person,people,leader,responsible,who,verantwortlich,wer,leitung,personen,responsavel,quem,pessoa,responsable,quien,persona',
  note: 'note,notes,description,comment,comments,notiz,notizen,bemerkung,bemerkungen,beschreibung,nota,notas,observacao,observacoes,descricao,observacion,observaciones,descripcion',
  date: 'date,datum,data,fecha',
  ignored:
    'id,guid,uuid,time,start,starttime,uhrzeit,zeit,hora,type,art,typ,tipo,created,modified,updated,lastscheduleddate',
} as const;
export type TableColumn = keyof typeof COLUMNS;

const BY_NAME: ReadonlyMap<string, TableColumn> = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) => names.split(',').map((name) => [name, column as TableColumn])),
);
/** Columns with which a table without lyrics is an order of service. */
const OF_PLANS: readonly TableColumn[] = ['passage', 'minutes', 'person', 'note'];

export interface TableHead {
  readonly delimiter: string;
  /** The kind of each column; null for one that is not known. */
  readonly columns: readonly (TableColumn | null)[];
  readonly kind: 'songs' | 'plan';
}

/** Returns what the first line of a table says, or null if it is not one of songs or of a plan. */
export function findTableHead(firstLine: string): TableHead | null {
  for (const delimiter of DELIMITERS) {
    const seen = new Set<TableColumn>();
    const columns = firstLine.split(delimiter).map((cell) => {
      const column = BY_NAME.get(foldColumn(cell)) ?? null;
      // Of two columns of one kind, such as the charts of two arrangements, the first counts.
      if (column === null || column === 'ignored' || seen.has(column)) return column === 'ignored' ? column : null;
      seen.add(column);
      return column;
    });
    if (!seen.has('title')) continue;
    if (seen.has('lyrics')) return { delimiter, columns, kind: 'songs' };
    if (OF_PLANS.some((column) => seen.has(column))) return { delimiter, columns, kind: 'plan' };
  }
  return null;
}
