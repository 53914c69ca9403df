import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { drawText, writePdf } from '../../songs/write-pdf.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { dropFiles, openDialog, useDeckPages } from '../../support/browser/deck-pages.ts';

describe('[D70] slides of other programs in the workspace', () => {
  const decks = useDeckPages();
  const pdf = writePdf([
    { width: 96, height: 54, content: `1 0 0 rg 0 0 96 54 re f ${drawText('Grace and peace')}` },
    { width: 96, height: 54, content: '0 0 1 rg 0 0 96 54 re f' },
  ]);

  it('when a PDF is dropped, then its pages are slides, and one click takes them back', async () => {
    const page = await decks.openPage();
    await dropFiles(page, '.deck-list-page', [{ name: 'Easter sermon.pdf', type: 'application/pdf', bytes: pdf }]);
    await openDialog(page).getByText('1 imported, 0 already there, 0 refused.').waitFor();
    assert.match(await openDialog(page).locator('tbody tr').innerText(), /Easter sermon[\s\S]+2 slides · PDF/);
    assert.deepEqual(await listViolations(page), []);
    await openDialog(page).getByRole('link', { name: 'Easter sermon' }).click();
    await page.getByText('Slide 1 of 2').waitFor();
    assert.equal(await page.getByLabel(/^Alternative text/).inputValue(), 'Grace and peace');
    await page.locator('.slide-thumb img').first().waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Import songs or slides' }).first().click();
    await openDialog(page).getByRole('button', { name: 'Easter sermon.pdf' }).first().click();
    await openDialog(page).getByRole('button', { name: 'Undo import' }).click();
    await openDialog(page).getByText('Undone: 1 deleted, 0 kept.').waitFor();
  });

  it('when pictures are chosen, then they are slides in the order of their numbers', async () => {
    const page = await decks.openPage();
    await page.getByRole('button', { name: 'Import songs or slides' }).first().click();
    const draw = async (name: string, width: number) => ({
      name,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    });
    const input = openDialog(page).locator('input[type=file]').first();
    await input.setInputFiles([await draw('10.png', 20), await draw('9.png', 10)]);
    await openDialog(page).getByText('1 imported, 0 already there, 0 refused.').waitFor();
    await openDialog(page).locator('tbody a').click();
    await page.getByText('Slide 1 of 2').waitFor();
    await page.getByText('10×9').waitFor();
  });

  it('when slides of PowerPoint are chosen, then the page says to save them as a PDF, and sends nothing', async () => {
    const page = await decks.openPage();
    await page.getByRole('button', { name: 'Import songs or slides' }).first().click();
    let requests = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') requests++;
    });
    const file = { name: 'Talk.pptx', mimeType: '', buffer: Buffer.from('PK\x03\x04') };
    await openDialog(page).locator('input[type=file]').first().setInputFiles(file);
    await openDialog(page)
      .getByText('Slides of PowerPoint cannot be read. Save them as a PDF, and import the PDF.')
      .waitFor();
    assert.equal(requests, 0);
  });
});
