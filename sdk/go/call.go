package paraph

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
)

func wireOf(value any) (any, bool) {
	return toWire(reflect.ValueOf(value))
}

func inputOf(input any) object {
	value, _ := wireOf(input)
	made, _ := value.(object)
	return made
}

// call sends an operation and reads its answer; for bytes, T is []byte.
func call[T any](ctx context.Context, c *Client, name string, input any, options []CallOption) (answer T, err error) {
	return callWith[T](ctx, c, name, inputOf(input), options)
}

func callWith[T any](ctx context.Context, c *Client, name string, input object, options []CallOption) (answer T, err error) {
	request, err := c.request(name, input, options)
	if err != nil {
		return answer, err
	}
	body, err := c.send(ctx, request)
	if err != nil {
		return answer, err
	}
	if bytes, is := any(&answer).(*[]byte); is && request.wantsBytes {
		*bytes = body
		return answer, nil
	}
	if len(body) == 0 {
		return answer, nil
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return answer, &Error{Code: "UNEXPECTED_ANSWER", Message: "the answer to " + name + " has another shape", cause: err}
	}
	return answer, nil
}

// Page is a page of a list; empty after the last page.
type Page[T any] struct {
	Items []T `json:"items"`
	Total int `json:"total"`
	// Limit is the effective page size, at most 100.
	Limit int `json:"limit"`
	Pages int `json:"pages"`
	// Next says where the next page of a list with sort begins, for After; nil on the last page.
	Next *string `json:"next"`
	// Number says which page this is, from 1.
	Number int `json:"-"`
	read   func(ctx context.Context, number int) (*Page[T], error)
}

func page[T any](ctx context.Context, c *Client, name string, input any, options []CallOption) (*Page[T], error) {
	given := inputOf(input)
	first, isGiven := given.take("page").(int64)
	if !isGiven {
		first = 1
	}
	var read func(ctx context.Context, number int) (*Page[T], error)
	read = func(ctx context.Context, number int) (*Page[T], error) {
		whole := append(object{{"page", number}}, given...)
		if number == 1 {
			whole = given
		}
		answer, err := callWith[Page[T]](ctx, c, name, whole, options)
		if err != nil {
			return nil, err
		}
		answer.Number, answer.read = number, read
		return &answer, nil
	}
	return read(ctx, int(first))
}

// All yields every item from this page on; an item that moves to the next page meanwhile comes once. From Go 1.23 on:
//
//	for envelope, err := range page.All(ctx) { … }
func (p *Page[T]) All(ctx context.Context) func(yield func(T, error) bool) {
	return func(yield func(T, error) bool) {
		before := map[string]bool{}
		for page := p; ; {
			ids := map[string]bool{}
			for _, item := range page.Items {
				id := idOf(item)
				ids[id] = true
				if !before[id] && !yield(item, nil) {
					return
				}
			}
			if page.Number >= page.Pages || len(page.Items) == 0 {
				return
			}
			next, err := page.read(ctx, page.Number+1)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			before, page = ids, next
		}
	}
}

// Each calls act for every item from this page on, until it fails.
func (p *Page[T]) Each(ctx context.Context, act func(T) error) (failure error) {
	p.All(ctx)(func(item T, err error) bool {
		if err == nil {
			err = act(item)
		}
		failure = err
		return err == nil
	})
	return failure
}

func idOf(item any) string {
	if value := reflect.ValueOf(item); value.Kind() == reflect.Struct {
		if id := value.FieldByName("ID"); id.IsValid() {
			return fmt.Sprint(id.Interface())
		}
	}
	text, _ := json.Marshal(item)
	return string(text)
}
