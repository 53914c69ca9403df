/** Loads a part of the server without descriptors, and again with them. See `lazy-parts.test.ts`. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { encodeImage } from '../../src/domain/presentation/encode-image.ts';
import { describeResourceExhaustion } from '../../src/domain/resource-exhaustion.ts';
import { SmtpMailer } from '../../src/mail/smtp-mailer.ts';
import { surviveResourceExhaustion } from '../../src/survive-resource-exhaustion.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const taken: number[] = [];

/** Uses up all descriptors. Returns the system's error code. */
function takeAll(): string {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code!;
  }
}

const giveBack = () => {
  for (const descriptor of taken.splice(0)) closeSync(descriptor);
};

const outcomeOf = async (load: () => Promise<unknown>): Promise<string> => {
  try {
    await load();
    return 'loaded';
  } catch (error) {
    return describeResourceExhaustion(error) ?? String(error);
  }
};

const encode = () => encodeImage(PIXEL, 'image/png');

/** No server listens there: a refused connection shows that the library was loaded. */
const mailer = new SmtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.org' });
const send = () =>
  mailer.send({ to: 'b@example.org', subject: 's', text: 't' }).catch((error: NodeJS.ErrnoException) => {
    if (describeResourceExhaustion(error) !== null || error.code !== 'ESOCKET') throw error;
  });

async function loadTwice(load: () => Promise<unknown>) {
  takeAll();
  const first = await outcomeOf(load);
  giveBack();
  return { first, second: await outcomeOf(load) };
}

/** The loader competes with others that open files: its own modules may be loaded while system files are not. */
async function loadNativeTwice() {
  const { dlopen } = process;
  process.dlopen = () => {
    throw new Error('libvips-cpp.so: cannot open shared object file: Too many open files');
  };
  const first = await outcomeOf(encode);
  process.dlopen = dlopen;
  return { first, second: await outcomeOf(encode) };
}

async function failInBackground(fail: () => void) {
  const { promise, resolve } = Promise.withResolvers<string>();
  surviveResourceExhaustion({ error: (_about: object, message?: string) => resolve(message ?? '') });
  const first = takeAll();
  setTimeout(fail, 1);
  const second = await promise;
  giveBack();
  return { first, second };
}

const PARTS: Record<string, () => Promise<{ first: string; second: string }>> = {
  'image library': () => loadTwice(encode),
  'native part of the image library': loadNativeTwice,
  'mail library': () => loadTwice(send),
  'passkey library': () => loadTwice(() => import('@simplewebauthn/server')),
  background: () => failInBackground(() => readFileSync(import.meta.filename)),
  defect: () =>
    failInBackground(() => {
      throw new Error('a defect');
    }),
};

const outcome = await PARTS[process.argv[2]!]!();
process.stdout.write(JSON.stringify(outcome));
