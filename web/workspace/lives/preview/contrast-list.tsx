import type { ViewerDesign, ViewerPreset, ViewerTheme } from '../../../../src/contract/viewer.ts';
import { groupContrast } from '../../../viewer/design/design-contrast.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { PREVIEWED_VIEWS } from './view-previews.tsx';

interface Props {
  readonly design: ViewerDesign;
  readonly theme: ViewerTheme;
  /** That of the viewer settings, if they have one. */
  readonly preset?: ViewerPreset;
}

/**
 * Renders whether each text of a design can be read on its background, with the contrast ratio. Views are named if they
 * differ in colors.
 */
export function ContrastList({ design, theme, preset }: Props) {
  const { page, strings } = useWorkspace();
  const { contrast: texts, palette, preview } = strings.design;
  const groups = groupContrast(PREVIEWED_VIEWS, design, theme, preset);
  const format = (ratio: number) =>
    // Rounded down, so that a ratio never looks sufficient when it is not.
    `${(Math.floor(ratio * 10) / 10).toLocaleString(page.language, { minimumFractionDigits: 1 })}:1`;
  return (
    <div class="contrasts">
      {groups.map(({ views, contrast }) => {
        const names = views.map((view) => preview.views[view]).join(', ');
        return (
          <div key={names}>
            {groups.length > 1 && <p class="meta">{names}</p>}
            <ul class="contrast" aria-label={groups.length > 1 ? `${texts.title} ${names}` : texts.title}>
              {contrast.map(({ element, ratio, required, aim, color, ground }) => {
                const grade = ratio < required ? 'faint' : ratio < aim ? 'fair' : 'good';
                return (
                  <li key={element} data-grade={grade}>
                    <span class="contrast-swatch" style={{ background: ground, color }} aria-hidden="true">
                      Aa
                    </span>
                    <span>
                      {palette[element]}: {texts[grade](format(ratio))}
                    </span>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
