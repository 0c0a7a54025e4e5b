package paraph

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"regexp"
	"strings"
)

type request struct {
	method         string
	url            string
	headers        http.Header
	body           []byte
	key            string
	retries        int
	isAnonymous    bool
	wantsBytes     bool
	carriesOutcome bool
}

var pathName = regexp.MustCompile(`\{(\w+)\}`)

// request makes the request of an operation. A line of the list: method, path, then words for input and output.
func (c *Client) request(name string, input object, options []CallOption) (*request, error) {
	words := strings.Split(calls[name], " ")
	var unnamed string
	path := pathName.ReplaceAllStringFunc(words[1], func(match string) string {
		key := strings.Trim(match, "{}")
		value := fmt.Sprint(input.take(key))
		// Two dots would address another operation, even escaped (WHATWG URL §4.1).
		if value == "" || value == "." || value == ".." || value == "<nil>" {
			unnamed = key
		}
		return url.PathEscape(value)
	})
	if unnamed != "" {
		return nil, fmt.Errorf("paraph: %s is missing or no id", unnamed)
	}
	kind, inQuery := "", map[string]bool{}
	made := &request{method: words[0], headers: http.Header{"Accept": {"application/json"}}, retries: c.config.Retries}
	for _, word := range words[2:] {
		switch {
		case strings.HasPrefix(word, "query:"):
			for _, key := range strings.Split(strings.TrimPrefix(word, "query:"), ",") {
				inQuery[key] = true
			}
		case word == "client":
			made.isAnonymous = true
		case word == "bytes":
			made.wantsBytes = true
			made.headers.Set("Accept", "*/*")
		case word == "one":
			made.carriesOutcome = true
		case word == "json" || word == "form" || word == "multipart" || word == "either":
			kind = word
		}
	}
	var query, rest object
	for _, each := range input {
		if kind == "" || inQuery[each.key] {
			query = append(query, each)
		} else {
			rest = append(rest, each)
		}
	}
	made.url = c.config.BaseURL + path
	if text := encode(query); text != "" {
		made.url += "?" + text
	}
	if err := made.addBody(kind, rest); err != nil {
		return nil, err
	}
	return made.with(options), nil
}

// downloadRequest uses only the path of the link, so that the credential is not sent to another host.
func (c *Client) downloadRequest(link string, options []CallOption) (*request, error) {
	parsed, err := url.Parse(link)
	if err != nil {
		return nil, err
	}
	path := parsed.EscapedPath()
	at := strings.Index(path, "/api/v1/storage/")
	if at < 0 {
		return nil, fmt.Errorf("paraph: %q is no link to a file of Paraph (/api/v1/storage/…)", link)
	}
	address := c.config.BaseURL + path[at:]
	if parsed.RawQuery != "" {
		address += "?" + parsed.RawQuery
	}
	made := &request{method: "GET", url: address, headers: http.Header{"Accept": {"*/*"}}, wantsBytes: true}
	made.retries = c.config.Retries
	return made.with(options), nil
}

func (r *request) with(options []CallOption) *request {
	if r.takesKey() {
		random := make([]byte, 16)
		_, _ = rand.Read(random)
		r.key = hex.EncodeToString(random)
	}
	for _, option := range options {
		option(r)
	}
	if !r.takesKey() {
		r.key = ""
	}
	return r
}

func (r *request) takesKey() bool {
	return (r.method == http.MethodPost || r.method == http.MethodPut) && !r.isAnonymous
}

// isRepeatable: a DELETE repeated after a lost response would report its own success as "not found".
func (r *request) isRepeatable() bool {
	return r.method == http.MethodGet || r.takesKey()
}

func (r *request) bodyReader() io.Reader {
	if r.body == nil {
		return nil
	}
	return bytes.NewReader(r.body)
}

func (r *request) addBody(kind string, values object) (err error) {
	hasFile := false
	for _, each := range values {
		_, isFile := each.value.(*Upload)
		hasFile = hasFile || isFile
	}
	switch {
	case kind == "":
	case kind == "json" || (kind == "either" && !hasFile):
		r.headers.Set("Content-Type", "application/json")
		r.body, err = json.Marshal(values)
	case kind == "form":
		r.headers.Set("Content-Type", "application/x-www-form-urlencoded")
		r.body = []byte(encode(values))
	default:
		var buffer bytes.Buffer
		form := multipart.NewWriter(&buffer)
		for _, each := range pairsOf(values) {
			if err := writePart(form, each); err != nil {
				return err
			}
		}
		r.headers.Set("Content-Type", form.FormDataContentType())
		err = form.Close()
		r.body = buffer.Bytes()
	}
	return err
}

// As browsers write names of parts and files (HTML, multipart/form-data).
var quoted = strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")

func writePart(form *multipart.Writer, each pair) error {
	header := textproto.MIMEHeader{}
	disposition := fmt.Sprintf(`form-data; name="%s"`, quoted.Replace(each.name))
	content := []byte(each.text)
	if each.file != nil {
		disposition += fmt.Sprintf(`; filename="%s"`, quoted.Replace(each.file.name))
		header.Set("Content-Type", each.file.mediaType)
		content = each.file.content
	}
	header.Set("Content-Disposition", disposition)
	part, err := form.CreatePart(header)
	if err == nil {
		_, err = part.Write(content)
	}
	return err
}

func encode(values object) string {
	var parts []string
	for _, each := range pairsOf(values) {
		parts = append(parts, url.QueryEscape(each.name)+"="+url.QueryEscape(each.text))
	}
	return strings.Join(parts, "&")
}
