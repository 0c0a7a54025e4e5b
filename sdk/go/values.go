package paraph

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// Ptr points to a value: for what may be left out.
func Ptr[T any](value T) *T {
	return &value
}

// Nullable is left out (its zero value), null, or a value.
type Nullable[T any] struct {
	value  *T
	isNull bool
}

// Value of what may be null.
func Value[T any](value T) Nullable[T] {
	return Nullable[T]{value: &value}
}

// Null is sent as null; what is left out is not sent.
func Null[T any]() Nullable[T] {
	return Nullable[T]{isNull: true}
}

// Get returns the value, and whether there is one.
func (n Nullable[T]) Get() (value T, isGiven bool) {
	if n.value == nil {
		return value, false
	}
	return *n.value, true
}

// IsNull tells null from what was left out.
func (n Nullable[T]) IsNull() bool {
	return n.isNull
}

// MarshalJSON writes null for what is left out, too.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.value)
}

// UnmarshalJSON reads null or a value.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	*n = Nullable[T]{isNull: string(text) == "null"}
	if n.isNull {
		return nil
	}
	n.value = new(T)
	return json.Unmarshal(text, n.value)
}

func (n Nullable[T]) wire() (any, bool) {
	if n.value == nil {
		return nil, n.isNull
	}
	return wireOf(*n.value)
}

// Map is a map that is written [] where it is empty.
type Map[T any] map[string]T

// UnmarshalJSON reads an object or the empty list.
func (m *Map[T]) UnmarshalJSON(text []byte) error {
	*m = Map[T]{}
	if string(bytes.TrimSpace(text)) == "[]" {
		return nil
	}
	return json.Unmarshal(text, (*map[string]T)(m))
}

// ID is an id that is a number or a text.
type ID string

var number = regexp.MustCompile(`^(0|[1-9]\d{0,14})$`)

// NumberID is an id that is a number.
func NumberID(id int64) ID {
	return ID(strconv.FormatInt(id, 10))
}

// UnmarshalJSON reads a number or a text.
func (id *ID) UnmarshalJSON(text []byte) error {
	var value any = new(string)
	if len(text) > 0 && text[0] != '"' {
		value = new(json.Number)
	}
	if err := json.Unmarshal(text, value); err != nil {
		return err
	}
	switch each := value.(type) {
	case *string:
		*id = ID(*each)
	case *json.Number:
		*id = ID(*each)
	}
	return nil
}

func (id ID) wire() (any, bool) {
	if number.MatchString(string(id)) {
		value, _ := strconv.ParseInt(string(id), 10, 64)
		return value, true
	}
	return string(id), true
}

// Upload is a file to send. Readers are read at once, so that a retry can send them again.
type Upload struct {
	name      string
	mediaType string
	content   []byte
}

// Uploads are one file or several.
type Uploads []*Upload

func (u Uploads) wire() (any, bool) {
	if len(u) == 1 {
		return u[0], true
	}
	list := make([]any, len(u))
	for i, each := range u {
		list[i] = each
	}
	return list, len(u) > 0
}

// FileUpload reads a file of the disk.
func FileUpload(path string) (*Upload, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return BytesUpload(content, filepath.Base(path)), nil
}

// ReaderUpload reads to the end.
func ReaderUpload(reader io.Reader, name string) (*Upload, error) {
	content, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	return BytesUpload(content, name), nil
}

// BytesUpload is a PDF of these bytes.
func BytesUpload(content []byte, name string) *Upload {
	return &Upload{name: name, mediaType: "application/pdf", content: content}
}

// WithType is the same file with another media type.
func (u *Upload) WithType(mediaType string) *Upload {
	return &Upload{name: u.name, mediaType: mediaType, content: u.content}
}
