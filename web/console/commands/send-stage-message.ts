import type { ConsoleContext } from '../state/console-context.ts';

/** Sends a message to the stage; an empty one removes it. Returns whether it was sent. */
export async function sendStageMessage({ session, live, strings }: ConsoleContext, message: string): Promise<boolean> {
  try {
    await session.client.PUT('/v1/lives/{live_id}/stage', {
      params: { path: { live_id: live.liveId } },
      body: {
        message: message.trim() || null,
        countdown_to: live.now.value?.stage?.countdown_to ?? null,
        flash: true,
      },
    });
    return true;
  } catch {
    live.showMessage(strings.stage.failed);
    return false;
  }
}
