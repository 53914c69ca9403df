// Operates a Live with the client that oapi-codegen generates: reads it, pushes, polls, and handles a stale validator.
// Usage: go run . URL TOKEN LIVE_ID
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.org/generated/oapi"
)

func main() {
	ctx := context.Background()
	url, token, id := os.Args[1], os.Args[2], os.Args[3]
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := oapi.NewClientWithResponses(url, oapi.WithRequestEditorFn(authorize))
	check(err)

	read, err := client.GetLiveWithResponse(ctx, id, nil)
	check(err)
	live, err := read.JSON200.AsLive()
	check(err)
	fmt.Println("read", live.Mode, live.Sequence)
	etag := read.HTTPResponse.Header.Get("ETag")

	var passage oapi.PushPassageJSONBody_Passage
	check(passage.FromPushPassageJSONBodyPassage0("John 3:16"))
	push := func() *oapi.PushPassageResponse {
		params := &oapi.PushPassageParams{IfMatch: etag}
		pushed, err := client.PushPassageWithResponse(ctx, id, params, oapi.PushPassageJSONRequestBody{Passage: passage})
		check(err)
		return pushed
	}
	fmt.Println("pushed", push().JSON200.Affected)
	refused := push()
	fmt.Println("refused", refused.StatusCode(), refused.ApplicationproblemJSON412.Code == oapi.StaleValidator)

	wait := 0
	poll := func(after *string) (string, any) {
		polled, err := client.PollEventsWithResponse(ctx, id, &oapi.PollEventsParams{After: after, Wait: &wait})
		check(err)
		kind, err := polled.JSON200.Discriminator()
		check(err)
		event, err := polled.JSON200.ValueByDiscriminator()
		check(err)
		return kind, event
	}
	kind, event := poll(nil)
	snapshot := event.(oapi.LiveStateEvent)
	fmt.Println("polled", kind, len(*snapshot.Data.Queue))
	kind, _ = poll(&snapshot.Cursor)
	fmt.Println("polled", kind)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
