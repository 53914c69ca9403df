import { useConsole } from '../state/console-context.ts';
import { moveKey, togglePinned } from '../state/translation-order.ts';
import { setTranslationOrder, toggleTranslationOf } from './commands.ts';

/** Renders the chip that opens all translations of the library, and the order of their keys for everybody. [D54] */
export function TranslationMenu() {
  const context = useConsole();
  const { translations, strings, live } = context;
  const { value: all } = translations.all;
  const { value: order } = translations.order;
  if (all.length === 0) return null;
  const keyed = translations.slots.value.map(({ edition }) => edition.slug);
  const withoutKey = all.filter(({ edition, on }) => on && !keyed.includes(edition.slug));
  const mayOperate = live.mayOperate();
  const rows = [
    ...order.flatMap((slug) => all.find(({ edition }) => edition.slug === slug) ?? []),
    ...all.filter(({ edition }) => !order.includes(edition.slug)),
  ];
  const setOrder = (next: string[]) => setTranslationOrder(context, next);
  return (
    <span class="translation-menu">
      <button
        type="button"
        class="translation"
        popoverTarget="translation-menu"
        aria-haspopup="true"
        aria-label={strings.translations.all}
        title={strings.translations.all}
      >
        {['+', ...withoutKey.map(({ edition }) => edition.slug.toUpperCase())].join(' ')}
      </button>
      <div id="translation-menu" class="menu" popover="auto">
        <h3>{strings.translations.all}</h3>
        <p class="hint">{strings.translations.orderHint}</p>
        <ul class="translation-rows">
          {rows.map(({ edition: { slug, name }, on }) => {
            const at = order.indexOf(slug);
            return (
              <li key={slug}>
                <span class="translation-key">{at >= 0 && at < keyed.length && <kbd>{at + 1}</kbd>}</span>
                <label>
                  <input
                    type="checkbox"
                    checked={on}
                    disabled={!mayOperate}
                    onClick={(event) => {
                      // Shows the server's state, not the click.
                      event.preventDefault();
                      void toggleTranslationOf(context, slug);
                    }}
                  />{' '}
                  {name}
                </label>
                {mayOperate && (
                  <span class="translation-moves">
                    <button
                      type="button"
                      class="quiet"
                      disabled={at <= 0}
                      aria-label={strings.translations.earlier(name)}
                      onClick={() => setOrder(moveKey(order, slug, -1))}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      class="quiet"
                      disabled={at < 0 || at === order.length - 1}
                      aria-label={strings.translations.later(name)}
                      onClick={() => setOrder(moveKey(order, slug, 1))}
                    >
                      ↓
                    </button>
                    <button
                      type="button"
                      class="quiet"
                      aria-pressed={at >= 0}
                      aria-label={strings.translations.pin(name)}
                      title={strings.translations.pin(name)}
                      onClick={() => setOrder(togglePinned(order, slug))}
                    >
                      {at >= 0 ? '★' : '☆'}
                    </button>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </span>
  );
}
