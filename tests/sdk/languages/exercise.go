// What the tests have the client for Go do; prints what came of it as JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"time"

	"paraph"
)

var ctx = context.Background()

var kinds = map[string]error{
	"ValidationError": paraph.ErrValidation, "PermissionError": paraph.ErrPermission,
	"NotFoundError": paraph.ErrNotFound, "ConflictError": paraph.ErrConflict, "RateLimitError": paraph.ErrRateLimit,
	"ServerError": paraph.ErrServer, "ConnectionError": paraph.ErrConnection,
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func failed(err error) any {
	var told *paraph.Error
	if !errors.As(err, &told) {
		return fmt.Sprint(err)
	}
	orNull := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	violations := told.Violations
	if violations == nil {
		violations = map[string]string{}
	}
	for kind, sentinel := range kinds {
		if errors.Is(err, sentinel) {
			return map[string]any{
				"kind": kind, "code": told.Code, "status": told.Status, "violations": violations,
				"request": orNull(told.RequestID), "scope": orNull(told.MissingScope),
			}
		}
	}
	return "of no kind: " + told.Error()
}

// operations calls each with an input that is decoded from JSON; uploads have no such form, and are filled in.
func operations(baseURL string, given []byte) any {
	var calls []struct {
		Name  string
		Input json.RawMessage
	}
	if err := json.Unmarshal(bytes.ReplaceAll(given, []byte(`"@upload"`), []byte("null")), &calls); err != nil {
		panic(err)
	}
	client := reflect.ValueOf(must(paraph.New(paraph.Config{BaseURL: baseURL, Token: "TOKEN", Retries: -1})))
	for _, each := range calls {
		method := client.MethodByName(each.Name)
		arguments := []reflect.Value{reflect.ValueOf(ctx)}
		if method.Type().NumIn() > 2 {
			input := reflect.New(method.Type().In(1))
			if err := json.Unmarshal(each.Input, input.Interface()); err != nil {
				panic(fmt.Errorf("%s: %w", each.Name, err))
			}
			fill(input.Elem())
			arguments = append(arguments, input.Elem())
		}
		method.Call(arguments)
	}
	var offered []string
	for i := 0; i < client.NumMethod(); i++ {
		name := client.Type().Method(i).Name
		if name != "Download" && name != "ListEnvelopesByIDs" {
			offered = append(offered, name)
		}
	}
	return offered
}

func fill(input reflect.Value) {
	upload := paraph.BytesUpload([]byte("%PDF"), "a.pdf")
	for i := 0; i < input.NumField(); i++ {
		switch input.Field(i).Interface().(type) {
		case *paraph.Upload:
			input.Field(i).Set(reflect.ValueOf(upload))
		case paraph.Uploads:
			input.Field(i).Set(reflect.ValueOf(paraph.Uploads{upload}))
		}
	}
}

func behaviour(baseURL string, given []byte) any {
	var files struct{ File string }
	if err := json.Unmarshal(given, &files); err != nil {
		panic(err)
	}
	client := must(paraph.New(paraph.Config{BaseURL: baseURL, APIKey: "KEY", RetryDelay: time.Millisecond}))
	ada := paraph.NewRecipient{Name: "Ada", Email: "ada@example.com"}
	made := must(client.CreateQuickEnvelope(ctx, paraph.CreateQuickEnvelopeInput{
		Name: "Lease",
		Document: paraph.Uploads{
			must(paraph.FileUpload(files.File)),
			paraph.BytesUpload([]byte("bytes"), "b.pdf"),
			must(paraph.ReaderUpload(bytes.NewBufferString("stream"), "c.pdf")),
		},
		Steps:    []paraph.NewStep{{Type: "sign", Recipients: []paraph.NewRecipient{ada}}},
		Metadata: map[string]string{},
	}))
	seen := map[string]any{"made": made.ID}
	page := must(client.ListEnvelopes(ctx, paraph.ListEnvelopesInput{Limit: paraph.Ptr[int64](2)}))
	var listed []string
	if err := page.Each(ctx, func(each paraph.Envelope) error {
		listed = append(listed, each.ID)
		return nil
	}); err != nil {
		panic(err)
	}
	seen["listed"] = listed
	read := func(id paraph.ID) error {
		_, err := client.ReadEnvelope(ctx, paraph.ReadEnvelopeInput{EnvelopeID: id})
		return err
	}
	for _, id := range []paraph.ID{"invalid", "scoped", "limited", "moved", "gone"} {
		seen[string(id)] = failed(read(id))
	}
	seen["deleted"] = failed(client.DeleteEnvelope(ctx, paraph.DeleteEnvelopeInput{EnvelopeID: "lost"}))
	_, err := client.StartWorkflow(ctx, paraph.StartWorkflowInput{WorkspaceID: 1, WorkflowID: paraph.NumberID(2)})
	seen["started"] = failed(err)
	seen["dots"] = read("..").Error()
	seen["downloaded"] = string(must(client.Download(ctx, "https://other.example/api/v1/storage/a%20b?c=d")))
	update := paraph.UpdateWorkspaceInput{WorkspaceID: 7, Description: paraph.Null[string]()}
	if _, err := client.UpdateWorkspace(ctx, update, paraph.IdempotencyKey("mine")); err != nil {
		panic(err)
	}
	var stored []paraph.Tokens
	app := paraph.OAuthApp{BaseURL: baseURL, ClientID: "id", ClientSecret: "secret"}
	tokens := paraph.Tokens{AccessToken: "old", RefreshToken: "keep", ExpiresAt: time.Now().Add(time.Hour)}
	source := app.RenewingToken(tokens, func(renewed paraph.Tokens) error {
		stored = append(stored, renewed)
		return nil
	})
	profile := must(must(paraph.New(paraph.Config{BaseURL: baseURL, TokenSource: source})).ReadProfile(ctx))
	seen["profile"] = []string{profile.Email, stored[0].AccessToken, stored[0].RefreshToken}
	return seen
}

func notifications(_ string, given []byte) any {
	var told []struct {
		Headers map[string]string
		Body    string
		Secret  string
	}
	if err := json.Unmarshal(given, &told); err != nil {
		panic(err)
	}
	var statuses []int
	for _, each := range told {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		statuses = append(statuses, onNotification(header, []byte(each.Body), each.Secret))
	}
	return statuses
}

func user(_ string, given []byte) any {
	var back struct{ Code string }
	if err := json.Unmarshal(given, &back); err != nil {
		panic(err)
	}
	var stored []paraph.Tokens
	client := must(signIn(ctx, back.Code, func(tokens paraph.Tokens) error {
		stored = append(stored, tokens)
		return nil
	}))
	if len(stored) == 0 {
		return nil
	}
	return must(client.ReadProfile(ctx)).Email
}

func main() {
	acts := map[string]func(string, []byte) any{
		"operations": operations, "behaviour": behaviour, "notifications": notifications, "signIn": user,
		"signInUrl": func(string, []byte) any { return signInURL("a state") },
	}
	given := must(os.ReadFile(os.Args[3]))
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(acts[os.Args[1]](os.Args[2], given)); err != nil {
		panic(err)
	}
}
